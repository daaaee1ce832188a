// SPDX-License-Identifier: MIT
pragma solidity 0.5.17;

import "@openzeppelin/contracts@2.5.1/math/SafeMath.sol";

/**
 * @title WalletStorage
 * @dev Storage of a wallet. The wallet and the logic it borrows agree on this order.
 */
contract WalletStorage {
    struct Transaction {
        address payable to;
        uint256 value;
        bytes data;
        uint256 epoch; // of the owners who submitted it
        uint256 confirmations;
    }

    address internal logic;
    bool internal initialized;
    uint256 public required;
    uint256 public dayLimit;
    uint256 public spentToday;
    uint256 public lastDay;
    uint256 public epoch;
    uint256 internal transactionCount;
    address[] internal owners;
    mapping(address => uint256) internal ownerIndex; // one more than the index; 0 for everybody else
    mapping(uint256 => Transaction) internal transactions;
    mapping(bytes32 => bool) internal confirmed;

    /**
     * @dev Throws if called by any account other than an owner.
     */
    modifier onlyOwner() {
        require(ownerIndex[msg.sender] != 0, "not an owner"); //~ BENIGN ACCESS_CTRL
        _;
    }

    /**
     * @dev Throws if called by any account other than the wallet itself, unless it is being initialized.
     */
    modifier onlyWallet() {
        require(!initialized || msg.sender == address(this), "not the wallet"); //~ BENIGN ACCESS_CTRL
        _;
    }
}

/**
 * @title MultiOwned
 * @dev Base contract with the owners of a wallet.
 */
contract MultiOwned is WalletStorage {
    using SafeMath for uint256;

    event OwnersChanged(uint256 indexed epoch, uint256 count, uint256 required);

    /**
     * @dev Tells whether an account is an owner.
     * @param _account The account.
     */
    function isOwner(address _account) public view returns (bool) {
        return ownerIndex[_account] != 0;
    }

    /**
     * @dev Gets the number of owners.
     */
    function ownerCount() public view returns (uint256) {
        return owners.length;
    }

    /**
     * @dev Replaces all owners. Transactions that wait become void.
     * @param _owners The new owners.
     * @param _required The confirmations that a transaction needs.
     */
    function setOwners(address[] memory _owners, uint256 _required) public { //~ ROOT_CAUSE INIT anybody reaches this through the fallback of the wallet, at any time
        require(_required > 0 && _required <= _owners.length, "bad requirement"); //~ BENIGN INPUT_VAL
        for (uint256 i = 0; i < owners.length; i++) {
            ownerIndex[owners[i]] = 0;
        }
        for (uint256 i = 0; i < _owners.length; i++) {
            require(_owners[i] != address(0) && ownerIndex[_owners[i]] == 0, "bad owner"); //~ BENIGN INPUT_VAL
            ownerIndex[_owners[i]] = i + 1;
        }
        owners = _owners; //~ PREREQ STATE_MOD whoever is named here controls the wallet
        required = _required;
        epoch = epoch.add(1);
        emit OwnersChanged(epoch, _owners.length, _required); //~ UNRELATED EVENT_EMIT
    }
}

/**
 * @title DayLimited
 * @dev Base contract with a limit on what is spent in a day.
 */
contract DayLimited is WalletStorage {
    using SafeMath for uint256;

    event DayLimitChanged(uint256 value);

    /**
     * @dev Sets the limit.
     * @param _value Ether that one owner alone may spend in a day.
     */
    function setDayLimit(uint256 _value) public onlyWallet {
        dayLimit = _value;
        emit DayLimitChanged(_value);
    }

    /**
     * @dev Takes an amount out of what is left for today, or tells that it is too much.
     * @param _value The amount.
     */
    function _takeFromLimit(uint256 _value) internal returns (bool) {
        uint256 today = now / 1 days; //~ UNRELATED TIMESTAMP
        if (today > lastDay) {
            lastDay = today;
            spentToday = 0;
        }
        if (_value > dayLimit || spentToday > dayLimit - _value) return false; //~ DECOY ARITHMETIC compared before the subtraction
        spentToday = spentToday.add(_value); //~ BENIGN ARITHMETIC
        return true;
    }
}

/**
 * @title MultisigLogic
 * @dev Logic of all wallets. It is deployed once; wallets run it on their own storage.
 * An owner may spend up to the day limit alone. Anything else waits for its confirmations.
 */
contract MultisigLogic is MultiOwned, DayLimited {
    event Submitted(uint256 indexed id, address indexed owner, address to, uint256 value);
    event Confirmed(uint256 indexed id, address indexed owner);
    event Executed(address indexed to, uint256 value);

    /**
     * @dev Constructor. The logic itself is no wallet.
     */
    constructor() public {
        initialized = true; //~ BENIGN INIT the shared logic cannot be initialized by anybody
    }

    /**
     * @dev First call of every wallet.
     * @param _owners The owners.
     * @param _required The confirmations that a transaction needs.
     * @param _dayLimit Ether that one owner alone may spend in a day.
     */
    function initialize(address[] memory _owners, uint256 _required, uint256 _dayLimit) public {
        require(!initialized, "already initialized"); //~ INSUFF_GUARD INIT once only, but its parts can be called by themselves
        lastDay = now / 1 days;
        setOwners(_owners, _required);
        setDayLimit(_dayLimit);
        initialized = true; //~ BENIGN INIT
    }

    /**
     * @dev Executes at once what the day limit leaves room for. Anything else is submitted, and confirmed by the caller.
     * @param _to The receiver.
     * @param _value Ether for the receiver.
     * @param _data Call data for the receiver.
     * @return The number of the transaction, or 0 if it was executed at once.
     */
    function execute(address payable _to, uint256 _value, bytes memory _data) public onlyOwner returns (uint256) {
        if (_data.length == 0 && _takeFromLimit(_value)) {
            _call(_to, _value, _data);
            return 0;
        }
        transactionCount = transactionCount.add(1);
        transactions[transactionCount] = Transaction(_to, _value, _data, epoch, 0);
        emit Submitted(transactionCount, msg.sender, _to, _value);
        uint256 id = transactionCount;
        _confirm(id);
        return id;
    }

    /**
     * @dev Confirms a transaction, and executes it with the last confirmation that it needs.
     * @param _id The number of the transaction.
     */
    function confirm(uint256 _id) public onlyOwner {
        _confirm(_id);
    }

    /**
     * @dev Confirms a transaction for the caller.
     * @param _id The number of the transaction.
     */
    function _confirm(uint256 _id) internal {
        Transaction storage transaction = transactions[_id];
        require(transaction.to != address(0) && transaction.epoch == epoch, "no such transaction"); //~ BENIGN INPUT_VAL of the present owners
        bytes32 mark = keccak256(abi.encode(epoch, _id, msg.sender)); //~ BENIGN COMPUTATION
        require(!confirmed[mark], "already confirmed"); //~ BENIGN CTRL_FLOW
        confirmed[mark] = true;
        transaction.confirmations = transaction.confirmations.add(1);
        emit Confirmed(_id, msg.sender);
        if (transaction.confirmations < required) return;

        address payable to = transaction.to;
        uint256 value = transaction.value;
        bytes memory data = transaction.data;
        delete transactions[_id]; //~ BENIGN STATE_MOD a transaction is executed once
        _call(to, value, data);
    }

    /**
     * @dev Calls a receiver.
     * @param _to The receiver.
     * @param _value Ether for the receiver.
     * @param _data Call data for the receiver.
     */
    function _call(address payable _to, uint256 _value, bytes memory _data) internal {
        (bool success, ) = _to.call.value(_value)(_data);
        require(success, "call failed"); //~ BENIGN CTRL_FLOW
        emit Executed(_to, _value);
    }
}

/**
 * @title MultisigWallet
 * @dev Wallet of several owners. It holds the ether; the rules are in the shared logic.
 */
contract MultisigWallet is WalletStorage {
    event Deposit(address indexed sender, uint256 value);

    /**
     * @dev Constructor.
     * @param _logic The shared logic.
     * @param _owners The owners.
     * @param _required The confirmations that a transaction needs.
     * @param _dayLimit Ether that one owner alone may spend in a day.
     */
    constructor(address _logic, address[] memory _owners, uint256 _required, uint256 _dayLimit) public {
        logic = _logic;
        (bool success, ) = _logic.delegatecall(
            abi.encodeWithSelector(MultisigLogic(_logic).initialize.selector, _owners, _required, _dayLimit)
        );
        require(success, "initialization failed"); //~ BENIGN INIT
    }

    /**
     * @dev Fallback function. Takes ether, and runs every call on the shared logic.
     */
    function() external payable {
        if (msg.data.length == 0) {
            emit Deposit(msg.sender, msg.value);
            return;
        }
        address target = logic;
        assembly {
            calldatacopy(0, 0, calldatasize)
            let success := delegatecall(gas, target, 0, calldatasize, 0, 0) //~ PREREQ DELEGATE every public function of the logic
            returndatacopy(0, 0, returndatasize)
            switch success
            case 0 { revert(0, returndatasize) }
            default { return(0, returndatasize) }
        }
    }
}
