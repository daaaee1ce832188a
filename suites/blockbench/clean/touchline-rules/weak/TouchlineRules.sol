// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

// Touchline, clubs on a chain. Every club is a ground (a proxy) that plays by rules (an implementation), and may move
// on to newer rules when its president says so. Rules keep their state in the ground.

/// @dev Counts which edition of its state a contract has been set up for.
abstract contract Editions {
    uint8 private _edition;
    bool private _settingUp;

    event SetUp(uint8 edition);

    error AlreadySetUp(uint8 edition);

    /// A set-up function runs once, and only after those of lower editions.
    modifier setsUp(uint8 edition) {
        if (_settingUp) revert AlreadySetUp(_edition);
        _edition = edition;
        _settingUp = true;
        _;
        _settingUp = false;
        emit SetUp(edition);
    }

    function edition() public view returns (uint8) {
        return _edition;
    }

    /// For constructors of rules: nobody sets up the rules themselves.
    function _retire() internal {
        _edition = type(uint8).max;
    }
}

library RulesSlot {
    /// keccak256("eip1967.proxy.implementation") - 1
    bytes32 internal constant SLOT = 0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc;

    error NoCode(address rules);

    function get() internal view returns (address rules) {
        assembly {
            rules := sload(SLOT)
        }
    }

    function set(address rules) internal {
        if (rules.code.length == 0) revert NoCode(rules);
        assembly {
            sstore(SLOT, rules)
        }
    }
}

/// @dev A club's ground. It is set up in the transaction that makes it.
contract TouchlineGround {
    constructor(address rules, bytes memory setUp) payable {
        RulesSlot.set(rules);
        (bool ok, bytes memory reason) = rules.delegatecall(setUp);
        if (!ok) {
            assembly {
                revert(add(reason, 32), mload(reason))
            }
        }
    }

    fallback() external payable {
        address rules = RulesSlot.get();
        assembly {
            calldatacopy(0, 0, calldatasize())
            let ok := delegatecall(gas(), rules, 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            switch ok
            case 0 {
                revert(0, returndatasize())
            }
            default {
                return(0, returndatasize())
            }
        }
    }

    receive() external payable {}
}

contract TouchlineRules is Editions {
    uint256 public constant SEASON = 365 days;

    address public president;
    address public presidentElect;
    uint96 public dues;
    uint96 public juniorDues;
    string public name;

    mapping(address => uint256) public paidUntil;
    mapping(address => bool) public isJunior;

    event PresidentNow(address indexed president);
    event Elected(address indexed account);
    event DuesPaid(address indexed member, uint256 until);
    event DuesSet(uint96 dues, uint96 juniorDues);
    event Spent(address indexed to, uint256 amount, string purpose);
    event MovedTo(address indexed rules);

    error PresidentOnly();
    error NotElected();
    error NotTheDues(uint256 due);
    error NotPaid(address to);

    modifier onlyPresident() {
        if (msg.sender != president) revert PresidentOnly();
        _;
    }

    constructor() {
        _retire();
    }

    /// First edition of the state.
    function setUp(address president_, uint96 dues_, string calldata name_) external setsUp(1) {
        if (president_ == address(0)) revert NotElected();
        president = president_;
        dues = dues_;
        juniorDues = dues_;
        name = name_;
        emit PresidentNow(president_);
    }

    /// Second edition: juniors pay less.
    function setUpJuniors(uint96 juniorDues_) external onlyPresident setsUp(2) {
        juniorDues = juniorDues_;
        emit DuesSet(dues, juniorDues_);
    }

    /// Pays for a season, of the caller or of somebody else.
    function payDues(address member) external payable {
        uint256 due = isJunior[member] ? juniorDues : dues;
        if (msg.value != due) revert NotTheDues(due);
        uint256 from = paidUntil[member] > block.timestamp ? paidUntil[member] : block.timestamp;
        paidUntil[member] = from + SEASON;
        emit DuesPaid(member, from + SEASON);
    }

    function setDues(uint96 dues_, uint96 juniorDues_) external onlyPresident {
        (dues, juniorDues) = (dues_, juniorDues_);
        emit DuesSet(dues_, juniorDues_);
    }

    function setJunior(address member, bool junior) external onlyPresident {
        isJunior[member] = junior;
    }

    function spend(address payable to, uint256 amount, string calldata purpose) external onlyPresident {
        emit Spent(to, amount, purpose);
        (bool ok, ) = to.call{value: amount}("");
        if (!ok) revert NotPaid(to);
    }

    function elect(address account) external onlyPresident {
        presidentElect = account;
        emit Elected(account);
    }

    function takeOffice() external {
        if (msg.sender != presidentElect) revert NotElected();
        president = msg.sender;
        presidentElect = address(0);
        emit PresidentNow(msg.sender);
    }

    /// The ground plays by other rules from now on, which may set up an edition of their own at once.
    function moveTo(address rules, bytes calldata andCall) external onlyPresident {
        RulesSlot.set(rules);
        emit MovedTo(rules);
        if (andCall.length > 0) {
            (bool ok, ) = rules.delegatecall(andCall);
            if (!ok) revert RulesSlot.NoCode(rules);
        }
    }

    function rulesInForce() external view returns (address) {
        return RulesSlot.get();
    }
}
