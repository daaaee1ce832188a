// SPDX-License-Identifier: LGPL-3.0-only
pragma solidity 0.8.19;

import {Address} from "@openzeppelin/contracts@4.9.6/utils/Address.sol";
import {Math} from "@openzeppelin/contracts@4.9.6/utils/math/Math.sol";
import {SafeCast} from "@openzeppelin/contracts@4.9.6/utils/math/SafeCast.sol";
import {HubAccess} from "./context/HubAccess.sol";
import {ModuleBase} from "./context/ModuleBase.sol";

/// @title StakingHub
/// @notice The one address of a staking service. Modules, of which the admin opens and closes some, run in its name.
contract StakingHub is HubAccess {
    /// @notice The module that answers a function, by selector.
    mapping(bytes4 => address) public moduleOf;

    /// @notice Whether a module is halted.
    mapping(address => bool) public modulePaused;

    /// @notice A function was assigned to a module.
    /// @param selector The function.
    /// @param module The module; zero when the function was closed.
    event ModuleSet(bytes4 indexed selector, address indexed module);

    /// @notice A module was halted or released.
    /// @param module The module.
    /// @param paused Whether it is halted.
    event ModulePaused(address indexed module, bool paused);

    /// @notice Sets the first admin.
    /// @param admin_ The admin.
    constructor(address admin_) HubAccess(admin_) {}

    /// @notice Assigns functions to a module; a module of zero closes them.
    /// @param module The module.
    /// @param selectors The functions.
    function setModule(address module, bytes4[] calldata selectors) external onlyAdmin { //~ BENIGN ACCESS_CTRL no operator chooses the code that runs
        require(module == address(0) || module.code.length > 0, "StakingHub: no code"); //~ BENIGN INPUT_VAL
        for (uint256 i = 0; i < selectors.length; i++) {
            moduleOf[selectors[i]] = module;
            emit ModuleSet(selectors[i], module); //~ UNRELATED EVENT_EMIT
        }
    }

    /// @notice Halts a module.
    /// @param module The module.
    function pauseModule(address module) external onlyRole(PAUSER_ROLE) {
        modulePaused[module] = true;
        emit ModulePaused(module, true);
    }

    /// @notice Releases a halted module.
    /// @param module The module.
    function unpauseModule(address module) external onlyAdmin {
        modulePaused[module] = false;
        emit ModulePaused(module, false);
    }

    /// @notice Makes the caller the admin, who has been nominated for it.
    function acceptAdmin() external {
        require(msg.sender == pendingAdmin, "StakingHub: not nominated"); //~ BENIGN ACCESS_CTRL nobody calls from the zero address
        _setAdmin(msg.sender);
    }

    /// @notice Hands every other call to the module that answers it.
    fallback() external payable {
        address module = moduleOf[msg.sig];
        require(module != address(0), "StakingHub: no such function"); //~ BENIGN CTRL_FLOW
        require(!modulePaused[module], "StakingHub: module paused"); //~ BENIGN CTRL_FLOW
        assembly {
            calldatacopy(0, 0, calldatasize())
            let ok := delegatecall(gas(), module, 0, calldatasize(), 0, 0) //~ BENIGN DELEGATE a module that the admin opened
            returndatacopy(0, 0, returndatasize())
            switch ok
            case 0 { revert(0, returndatasize()) }
            default { return(0, returndatasize()) }
        }
    }
}

/// @title OperatorStorage
/// @notice What the operator module keeps in the hub.
library OperatorStorage {
    /// @notice What operators are held to.
    /// @param slotBond The bond for one slot.
    /// @param weeklyPenalty What a late week costs.
    /// @param renewalFee What a renewal costs.
    /// @param term For how long a slot is reserved.
    /// @param maxSlots How many slots one operator may have.
    struct Terms {
        uint96 slotBond;
        uint96 weeklyPenalty;
        uint96 renewalFee;
        uint32 term;
        uint16 maxSlots;
    }

    /// @notice An operator's account.
    /// @param bond The ether that was paid in.
    /// @param locked The part of it that stands for slots.
    /// @param slots The slots that are reserved.
    struct Account {
        uint96 bond;
        uint96 locked;
        uint16 slots;
    }

    /// @notice A reserved slot.
    /// @param operator The operator.
    /// @param due When the slot is to be released.
    /// @param bond The bond that stands for it.
    /// @param weeklyPenalty What a late week costs.
    struct Reservation {
        address operator;
        uint64 due;
        uint96 bond;
        uint96 weeklyPenalty;
    }

    /// @notice All of it.
    /// @param lastOperator The operator who paid in last.
    /// @param lastPaidAt When that was.
    /// @param income Penalties and fees that have not been collected.
    /// @param accounts The accounts.
    /// @param reservations The reservations, by slot.
    /// @param listed Whether a slot may be reserved.
    /// @param terms What operators are held to.
    struct Layout {
        address lastOperator;
        uint64 lastPaidAt;
        uint256 income;
        mapping(address => Account) accounts;
        mapping(uint256 => Reservation) reservations;
        mapping(uint256 => bool) listed;
        Terms terms;
    }

    bytes32 private constant POSITION = keccak256("staking.hub.operator.module"); //~ PREREQ STORAGE_READ far from the slots that the hub counts up from zero

    /// @dev Finds the module's storage.
    /// @return l The storage.
    function layout() internal pure returns (Layout storage l) {
        bytes32 position = POSITION;
        assembly {
            l.slot := position //~ BENIGN STORAGE_READ the same place in every function of the module
        }
    }
}

/// @title OperatorModule
/// @notice Reserves validator slots for operators who have paid a bond in. Whoever gives a slot back late pays for each week, up to
///         the bond for that slot.
contract OperatorModule is ModuleBase {
    using SafeCast for uint256;

    /// @notice The role that lists and releases slots and collects the income.
    bytes32 public constant MANAGER_ROLE = keccak256("MANAGER_ROLE");

    /// @notice The largest number of a slot.
    uint256 public constant MAX_SLOT_ID = 1_000_000;

    /// @notice The shortest term of a reservation.
    uint32 public constant MIN_TERM = 7 days;

    /// @notice An operator paid in.
    /// @param operator The operator.
    /// @param amount The ether.
    event Bonded(address indexed operator, uint256 amount);

    /// @notice An operator took a part of the bond out.
    /// @param operator The operator.
    /// @param amount The ether.
    event BondWithdrawn(address indexed operator, uint256 amount);

    /// @notice A slot was reserved or its reservation renewed.
    /// @param slotId The slot.
    /// @param operator The operator.
    /// @param due When it is to be released.
    event Reserved(uint256 indexed slotId, address indexed operator, uint256 due);

    /// @notice A slot was released.
    /// @param slotId The slot.
    /// @param operator The operator.
    /// @param penalty What came off the bond.
    event Released(uint256 indexed slotId, address indexed operator, uint256 penalty);

    /// @notice An operator closed the account.
    /// @param operator The operator.
    /// @param amount The ether that was paid out.
    event Closed(address indexed operator, uint256 amount);

    /// @notice Sets the first terms.
    /// @param terms_ The terms.
    function initialize(OperatorStorage.Terms calldata terms_) external onlyInHub onlyHubAdmin {
        require(OperatorStorage.layout().terms.term == 0, "OperatorModule: initialized"); //~ BENIGN INIT
        _setTerms(terms_);
    }

    /// @notice Changes the terms of later reservations.
    /// @param terms_ The terms.
    function setTerms(OperatorStorage.Terms calldata terms_) external onlyInHub onlyHubAdmin {
        require(OperatorStorage.layout().terms.term != 0, "OperatorModule: not initialized");
        _setTerms(terms_);
    }

    /// @notice Lists slots, or takes them off the list.
    /// @param slotIds The slots.
    /// @param listed_ Whether they may be reserved from now on.
    function setListed(uint256[] calldata slotIds, bool listed_) external onlyInHub onlyHubRole(MANAGER_ROLE) {
        for (uint256 i = 0; i < slotIds.length; i++) {
            require(slotIds[i] <= MAX_SLOT_ID, "OperatorModule: no such slot"); //~ BENIGN INPUT_VAL
            OperatorStorage.layout().listed[slotIds[i]] = listed_;
        }
    }

    /// @notice Adds to the caller's bond.
    function bond() external payable onlyInHub {
        OperatorStorage.Layout storage l = OperatorStorage.layout();
        l.lastOperator = msg.sender; //~ BENIGN STATE_MOD any caller's own address, in the first field of the module
        l.lastPaidAt = uint64(block.timestamp);
        l.accounts[msg.sender].bond += msg.value.toUint96(); //~ BENIGN ARITHMETIC
        emit Bonded(msg.sender, msg.value); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Takes a part of the bond out that stands for no slot.
    /// @param amount The ether.
    function withdrawBond(uint96 amount) external onlyInHub {
        OperatorStorage.Account storage a = OperatorStorage.layout().accounts[msg.sender];
        require(a.bond - a.locked >= amount, "OperatorModule: bond is locked"); //~ BENIGN INPUT_VAL
        a.bond -= amount;
        emit BondWithdrawn(msg.sender, amount);
        Address.sendValue(payable(msg.sender), amount);
    }

    /// @notice Reserves a slot for the caller.
    /// @param slotId The slot.
    function reserve(uint256 slotId) external onlyInHub {
        OperatorStorage.Layout storage l = OperatorStorage.layout();
        OperatorStorage.Terms memory t = l.terms;
        OperatorStorage.Account storage a = l.accounts[msg.sender];
        require(l.listed[slotId], "OperatorModule: not listed"); //~ BENIGN INPUT_VAL
        require(l.reservations[slotId].operator == address(0), "OperatorModule: reserved"); //~ BENIGN CTRL_FLOW
        require(a.slots < t.maxSlots, "OperatorModule: too many slots"); //~ BENIGN INPUT_VAL
        require(a.bond - a.locked >= t.slotBond, "OperatorModule: bond too low"); //~ BENIGN INPUT_VAL the bond covers the largest penalty for every slot
        a.slots += 1;
        a.locked += t.slotBond;
        uint64 due = uint64(block.timestamp + t.term);
        l.reservations[slotId] = OperatorStorage.Reservation(msg.sender, due, t.slotBond, t.weeklyPenalty);
        emit Reserved(slotId, msg.sender, due);
    }

    /// @notice Renews a reservation of the caller that is not overdue.
    /// @param slotId The slot.
    function renew(uint256 slotId) external payable onlyInHub {
        OperatorStorage.Layout storage l = OperatorStorage.layout();
        OperatorStorage.Reservation storage r = l.reservations[slotId];
        require(r.operator == msg.sender, "OperatorModule: not the operator"); //~ BENIGN ACCESS_CTRL
        require(block.timestamp <= r.due, "OperatorModule: overdue"); //~ BENIGN TIMESTAMP
        require(msg.value == l.terms.renewalFee, "OperatorModule: wrong fee"); //~ BENIGN INPUT_VAL
        r.due = uint64(block.timestamp + l.terms.term);
        l.income += msg.value;
        emit Reserved(slotId, msg.sender, r.due);
    }

    /// @notice Notes that an operator has left a slot.
    /// @param slotId The slot.
    function release(uint256 slotId) external onlyInHub onlyHubRole(MANAGER_ROLE) {
        OperatorStorage.Layout storage l = OperatorStorage.layout();
        OperatorStorage.Reservation memory r = l.reservations[slotId];
        require(r.operator != address(0), "OperatorModule: not reserved");
        uint256 penalty = block.timestamp > r.due ? ((block.timestamp - r.due) / 1 weeks) * r.weeklyPenalty : 0; //~ UNRELATED TIMESTAMP whole weeks
        penalty = Math.min(penalty, r.bond); //~ BENIGN ARITHMETIC no more than what stands for the slot
        delete l.reservations[slotId];
        OperatorStorage.Account storage a = l.accounts[r.operator];
        a.slots -= 1;
        a.locked -= r.bond;
        a.bond -= uint96(penalty); //~ BENIGN ARITHMETIC what was locked is there
        l.income += penalty;
        emit Released(slotId, r.operator, penalty);
    }

    /// @notice Closes the caller's account and pays the bond out.
    function close() external onlyInHub {
        OperatorStorage.Layout storage l = OperatorStorage.layout();
        OperatorStorage.Account memory a = l.accounts[msg.sender];
        require(a.slots == 0, "OperatorModule: slots are reserved"); //~ BENIGN CTRL_FLOW
        delete l.accounts[msg.sender]; //~ BENIGN STATE_MOD before the bond is paid
        emit Closed(msg.sender, a.bond);
        Address.sendValue(payable(msg.sender), a.bond);
    }

    /// @notice Pays penalties and fees to the treasury.
    /// @param to The treasury.
    function collectIncome(address payable to) external onlyInHub onlyHubRole(MANAGER_ROLE) {
        OperatorStorage.Layout storage l = OperatorStorage.layout();
        uint256 amount = l.income;
        l.income = 0;
        Address.sendValue(to, amount);
    }

    /// @notice The operator who paid in last.
    /// @return operator The operator.
    /// @return paidAt When that was.
    function lastBonded() external view returns (address operator, uint64 paidAt) {
        return (OperatorStorage.layout().lastOperator, OperatorStorage.layout().lastPaidAt);
    }

    /// @notice An operator's account.
    /// @param operator The operator.
    /// @return The account.
    function accountOf(address operator) external view returns (OperatorStorage.Account memory) {
        return OperatorStorage.layout().accounts[operator];
    }

    /// @notice The part of an operator's bond that stands for no slot.
    /// @param operator The operator.
    /// @return The ether.
    function freeBondOf(address operator) external view returns (uint256) {
        OperatorStorage.Account memory a = OperatorStorage.layout().accounts[operator];
        return a.bond - a.locked;
    }

    /// @notice Whether a slot may be reserved when nobody has it.
    /// @param slotId The slot.
    /// @return Whether it may.
    function isListed(uint256 slotId) external view returns (bool) {
        return OperatorStorage.layout().listed[slotId];
    }

    /// @notice The reservation of a slot.
    /// @param slotId The slot.
    /// @return The reservation.
    function reservationOf(uint256 slotId) external view returns (OperatorStorage.Reservation memory) {
        return OperatorStorage.layout().reservations[slotId];
    }

    /// @notice Penalties and fees that have not been collected.
    /// @return The ether.
    function income() external view returns (uint256) {
        return OperatorStorage.layout().income;
    }

    /// @notice What operators are held to.
    /// @return The terms.
    function terms() external view returns (OperatorStorage.Terms memory) {
        return OperatorStorage.layout().terms;
    }

    /// @dev Checks and stores terms.
    /// @param terms_ The terms.
    function _setTerms(OperatorStorage.Terms calldata terms_) internal {
        require(terms_.term >= MIN_TERM, "OperatorModule: term too short");
        require(terms_.weeklyPenalty <= terms_.slotBond, "OperatorModule: penalty too high");
        OperatorStorage.layout().terms = terms_;
    }
}
