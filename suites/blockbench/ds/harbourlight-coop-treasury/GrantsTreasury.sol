// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts@5.4.0/access/Ownable2Step.sol";
import {Initializable} from "@openzeppelin/contracts@5.4.0/proxy/utils/Initializable.sol";
import {IGrantsTreasury} from "./context/IGrantsTreasury.sol";

/**
 * @title GrantsTreasury
 * @notice Pays the grants of a foundation. The owner is the multisig of its board. The guardian names a new owner when the multisig
 *         is lost, which shows in the owner not having acted for SILENCE. Teams draw from budgets that are renewed every PERIOD.
 */
contract GrantsTreasury is IGrantsTreasury, Ownable2Step, Initializable {
    /**
     * @notice The budget of a team.
     * @param perPeriod What it may draw in a period.
     * @param spent What it has drawn in the period.
     * @param period The period of the last draw.
     */
    struct Budget {
        uint128 perPeriod;
        uint128 spent;
        uint64 period;
    }

    /// @notice How long the owner has to be silent before a recovery.
    uint256 public constant SILENCE = 90 days;

    /// @notice How long a budget is for.
    uint256 public constant PERIOD = 30 days;

    /// @notice The account that recovers the treasury.
    address public guardian;

    /// @notice When the owner has acted last.
    uint256 public lastActed;

    /// @dev The budgets by team.
    mapping(address team => Budget) internal _budgets;

    /// @dev Every act of the owner is a sign of life.
    modifier recordsActivity() {
        lastActed = block.timestamp;
        _;
    }

    /**
     * @notice Sets the owner.
     * @param owner_ The multisig of the board.
     */
    constructor(address owner_) Ownable(owner_) {}

    /**
     * @notice Appoints the first guardian.
     * @param guardian_ The guardian.
     */
    function initialize(address guardian_) external initializer onlyOwner recordsActivity { //~ BENIGN INIT
        _setGuardian(guardian_);
    }

    /// @notice Takes ether from anybody.
    receive() external payable {}

    /// @notice Shows that the owner is there.
    function checkIn() external onlyOwner recordsActivity {}

    /**
     * @notice Appoints another guardian.
     * @param guardian_ The guardian.
     */
    function setGuardian(address guardian_) external onlyOwner recordsActivity {
        _setGuardian(guardian_);
    }

    /**
     * @notice Sets the budget of a team.
     * @param team The team.
     * @param perPeriod What it may draw in a period.
     */
    function setBudget(address team, uint128 perPeriod) external onlyOwner recordsActivity {
        require(team != address(0), "GrantsTreasury: no team"); //~ BENIGN INPUT_VAL
        _budgets[team].perPeriod = perPeriod;
        emit BudgetSet(team, perPeriod); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @notice Pays outside of the budgets.
     * @param to Who is paid.
     * @param amount The amount in wei.
     * @param memo What for.
     */
    function pay(address to, uint256 amount, string calldata memo) external onlyOwner recordsActivity {
        emit Paid(to, amount, memo); //~ UNRELATED EVENT_EMIT
        _send(to, amount); //~ UNRELATED FUND_XFER payments of the board
    }

    /**
     * @notice Offers the ownership to another account, which has to accept it.
     * @param newOwner The account.
     */
    function transferOwnership(address newOwner) public override recordsActivity {
        super.transferOwnership(newOwner); //~ BENIGN ACCESS_CTRL
    }

    /**
     * @notice Names a new owner once the present one has been silent.
     * @param successor The new owner.
     */
    function recover(address successor) external {
        require(successor != address(0) && successor != guardian, "GrantsTreasury: bad successor"); //~ INSUFF_GUARD INPUT_VAL looks at who is named, not at who names
        require(msg.sender == guardian || block.timestamp >= lastActed + SILENCE, "GrantsTreasury: recovery closed"); //~ ROOT_CAUSE ACCESS_CTRL one of the two is enough: silence lets anybody in, and the guardian needs none
        emit Recovered(successor); //~ UNRELATED EVENT_EMIT
        _transferOwnership(successor); //~ PREREQ STATE_MOD the privileged effect
    }

    /// @inheritdoc IGrantsTreasury
    function draw(uint128 amount) external { //~ DECOY ACCESS_CTRL open to all, but an account without a budget has nothing to draw
        require(amount <= available(msg.sender), "GrantsTreasury: over budget"); //~ BENIGN INPUT_VAL
        Budget storage budget = _budgets[msg.sender];
        uint64 current = _currentPeriod();
        budget.spent = budget.period == current ? budget.spent + amount : amount;
        budget.period = current;
        emit Drawn(msg.sender, amount); //~ UNRELATED EVENT_EMIT
        _send(msg.sender, amount); //~ BENIGN EXT_CALL booked before the payment
    }

    /// @inheritdoc IGrantsTreasury
    function available(address team) public view returns (uint256 amount) {
        Budget memory budget = _budgets[team];
        uint256 spent = budget.period == _currentPeriod() ? budget.spent : 0;
        return spent < budget.perPeriod ? budget.perPeriod - spent : 0; //~ BENIGN ARITHMETIC a budget below what is spent leaves nothing
    }

    /**
     * @dev A new owner begins with a sign of life.
     * @param newOwner The new owner.
     */
    function _transferOwnership(address newOwner) internal override {
        lastActed = block.timestamp;
        super._transferOwnership(newOwner);
    }

    /**
     * @dev Sets the guardian, who is not the owner.
     * @param guardian_ The guardian.
     */
    function _setGuardian(address guardian_) internal {
        require(guardian_ != address(0) && guardian_ != owner(), "GrantsTreasury: bad guardian"); //~ BENIGN INPUT_VAL
        emit GuardianChanged(guardian, guardian_); //~ UNRELATED EVENT_EMIT
        guardian = guardian_;
    }

    /**
     * @dev Sends ether.
     * @param to Who gets it.
     * @param amount The amount in wei.
     */
    function _send(address to, uint256 amount) internal {
        (bool ok, ) = to.call{value: amount}("");
        require(ok, "GrantsTreasury: not sent"); //~ BENIGN EXT_CALL
    }

    /**
     * @dev The number of the present period.
     * @return period The number.
     */
    function _currentPeriod() internal view returns (uint64 period) {
        return uint64(block.timestamp / PERIOD);
    }
}
