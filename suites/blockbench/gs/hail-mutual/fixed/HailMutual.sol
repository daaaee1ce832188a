// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

import "./context/IERC20.sol";
import "./context/MemberCapital.sol";

/**
 * @title HailMutual
 * @notice Fruit growers insure each other against hail. Premiums raise what a share of the capital is worth, claims
 *         lower it. The books are closed while hail is likely.
 */
contract HailMutual is MemberCapital {
    /// @dev What one policy covers, and until when.
    struct Policy {
        uint256 cover;
        uint256 endsAt;
    }

    uint256 public constant BPS = 10_000;
    uint256 public constant LEAVING_CHARGE_BPS = 500;
    uint256 public constant PREMIUM_BPS = 400;
    uint256 public constant POLICY_TERM = 365 days;

    address public immutable assessor;
    bool public booksClosed;
    uint256 public covered;
    mapping(address grower => Policy) public policies;

    event Joined(address indexed member, uint256 assets, uint256 shares);
    event Left(address indexed member, address indexed to, uint256 assets, uint256 shares);
    event Insured(address indexed grower, uint256 cover, uint256 premium);
    event ClaimPaid(address indexed grower, uint256 amount);
    event BooksClosed(bool closed);

    error OnlyAssessor();
    error BooksAreClosed();
    error LessThanAsked(uint256 due, uint256 least);
    error NothingIssued();
    error NotCovered();
    error StillRunning();
    error CoverTooLarge();

    modifier onlyAssessor() {
        if (msg.sender != assessor) revert OnlyAssessor();
        _;
    }

    modifier whileOpen() {
        if (booksClosed) revert BooksAreClosed();
        _;
    }

    constructor(IERC20 asset_, address assessor_) MemberCapital(asset_) {
        assessor = assessor_;
    }

    // -- members

    /// @notice Joins with `assets`, or adds to a share already held.
    function join(uint256 assets) external whileOpen returns (uint256 shares) {
        shares = sharesFor(assets); //~ BENIGN ARITHMETIC rounded down against the one who joins
        if (shares == 0) revert NothingIssued();
        _mint(msg.sender, shares);
        emit Joined(msg.sender, assets, shares);
        _takeIn(msg.sender, assets); //~ BENIGN EXT_CALL after the books are written
    }

    /**
     * @notice Leaves with `assets`, before the leaving charge, and gives up the shares they take.
     * @param most the most shares the member is ready to give up
     */
    function withdraw(uint256 assets, address to, uint256 most) external whileOpen returns (uint256 shares) {
        shares = sharesToLeaveWith(assets); //~ BENIGN ARITHMETIC rounded up against the one who leaves
        if (shares > most) revert LessThanAsked(most, shares);
        _burn(msg.sender, shares);
        emit Left(msg.sender, to, assets, shares);
        _payOut(to, assets); //~ BENIGN FUND_XFER the argument is an amount of the asset
    }

    /**
     * @notice Gives up `shares` and leaves with their value, before the leaving charge.
     * @param least the least value the member is ready to accept
     */
    function redeem(uint256 shares, address to, uint256 least) external whileOpen returns (uint256 assets) { //~ BENIGN CTRL_FLOW open to whoever joined a moment ago
        assets = assetsFor(shares); //~ BENIGN COMPUTATION valued before the shares are gone
        if (assets < least) revert LessThanAsked(assets, least); //~ BENIGN INPUT_VAL the member's own bound
        _burn(msg.sender, shares);
        emit Left(msg.sender, to, assets, shares);
        _payOut(to, assets); //~ BENIGN FUND_XFER pays the value of the shares
    }

    // -- insurance

    /// @notice Insures the caller's orchard for a year. A running policy is replaced.
    function insure(uint256 cover) external whileOpen returns (uint256 premium) {
        Policy storage policy = policies[msg.sender];
        covered -= policy.cover;
        covered += cover;
        if (covered > capital) revert CoverTooLarge();
        policies[msg.sender] = Policy(cover, block.timestamp + POLICY_TERM);
        premium = (cover * PREMIUM_BPS) / BPS;
        emit Insured(msg.sender, cover, premium);
        _takeIn(msg.sender, premium);
    }

    /// @notice Strikes a policy that has run out, so that its cover can be sold again.
    function strike(address grower) external {
        if (block.timestamp <= policies[grower].endsAt) revert StillRunning();
        covered -= policies[grower].cover;
        delete policies[grower];
    }

    /// @notice Pays for hail damage. The policy's cover shrinks by what is paid.
    function payClaim(address grower, uint256 amount) external onlyAssessor { //~ UNRELATED ACCESS_CTRL the assessor's word decides on damage
        Policy storage policy = policies[grower];
        if (block.timestamp > policy.endsAt || amount > policy.cover) revert NotCovered();
        policy.cover -= amount;
        covered -= amount;
        emit ClaimPaid(grower, amount);
        super._payOut(grower, amount); //~ BENIGN FUND_XFER claims bear no leaving charge
    }

    function closeBooks(bool closed) external onlyAssessor {
        booksClosed = closed;
        emit BooksClosed(closed);
    }

    // -- internal

    /// @dev Members who leave let the charge stay in the capital.
    function _payOut(address to, uint256 assets) internal override {
        super._payOut(to, assets - (assets * LEAVING_CHARGE_BPS) / BPS); //~ BENIGN ARITHMETIC the charge stays with those who remain
    }
}
